import { Button } from '@eclusa/ui/components/button.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import type { ReactNode } from 'react'
import { room } from '../layout/messages.ts'
import style from './filters.module.css'

interface FiltersProps {
  filters: { since?: string; until?: string } & Record<string, string | undefined>
  /** Further filters, each with its name in the URL. */
  children: ReactNode
  /** The link that removes all filters. */
  clear: ReactNode
  onShow: (said: Record<string, unknown>) => void
}

/** The filters. They are in the URL, so that a result can be shared. */
export function Filters({ filters, children, clear, onShow }: FiltersProps) {
  const say = useMessages(room)
  return (
    <form
      // Other filters remount the form with their values.
      key={JSON.stringify(filters)}
      aria-label={say.filters}
      className={style.filters}
      onSubmit={(event) => {
        event.preventDefault()
        onShow(Object.fromEntries(new FormData(event.currentTarget)))
      }}
    >
      {children}
      <Field label={say.since} name="since" type="date" defaultValue={filters.since} />
      <Field label={say.until} name="until" type="date" defaultValue={filters.until} />
      <div className={style.send}>
        <Button type="submit" icon="search">
          {say.show}
        </Button>
        {Object.keys(filters).length > 0 && clear}
      </div>
    </form>
  )
}
