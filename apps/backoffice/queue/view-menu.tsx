import { ApiError } from '@eclusa/ui/api/problem.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Dialog } from '@eclusa/ui/components/dialog.tsx'
import { DialogForm } from '@eclusa/ui/components/dialog-form.tsx'
import { Menu, MenuItem, MenuLine } from '@eclusa/ui/components/menu.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { answer, desk } from '../api/client.ts'
import { type Filters, isSameView } from './filters.ts'
import { queue } from './messages.ts'
import style from './view-menu.module.css'

const VIEWS = ['views']

/** Saved views: filters under a name, personal, on any machine. */
export function ViewMenu({ filters }: { filters: Filters }) {
  const say = useMessages(queue)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [naming, setNaming] = useState(false)
  const views = useQuery({ queryKey: VIEWS, queryFn: () => answer(desk.GET('/v1/views')) }).data?.data ?? []
  const here = views.find((view) => isSameView(view.filters, filters))
  const remove = useMutation({
    mutationFn: (view_id: string) => answer(desk.DELETE('/v1/views/{view_id}', { params: { path: { view_id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: VIEWS }),
    onError: (error) => tell(error instanceof ApiError ? error.detail : String(error), 'bad'),
  })
  const isPlain = Object.keys(filters).length === 0
  if (isPlain && views.length === 0) return null
  return (
    <>
      <Menu
        button={
          <Button look={here ? 'plain' : 'quiet'} icon="down">
            {here?.name ?? say.views}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem
            key={view.id}
            {...(view === here && { icon: 'check' as const })}
            onSelect={() => void navigate({ to: '/', search: view.filters })}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && !(isPlain && !here) && <MenuLine />}
        {!here && !isPlain && <MenuItem onSelect={() => setNaming(true)}>{say.keepView}</MenuItem>}
        {here && <MenuItem onSelect={() => remove.mutate(here.id)}>{say.removeView(here.name)}</MenuItem>}
      </Menu>
      <NameView open={naming} onClose={() => setNaming(false)} filters={filters} />
    </>
  )
}

function NameView({ open, onClose, filters }: { open: boolean; onClose: () => void; filters: Filters }) {
  const say = useMessages(queue)
  const queries = useQueryClient()
  const id = useId()
  const [name, setName] = useState('')

  async function keep(): Promise<void> {
    await answer(desk.POST('/v1/views', { body: { name: name.trim(), filters } }))
    await queries.invalidateQueries({ queryKey: VIEWS })
    setName('')
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={say.keepView} about={say.aboutViews}>
      <DialogForm onClose={onClose} action={say.keep} ready={name.trim() !== ''} send={keep}>
        <div>
          <label htmlFor={id} className={style.label}>
            {say.viewName}
          </label>
          <input
            id={id}
            className={style.field}
            autoFocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </DialogForm>
    </Dialog>
  )
}
