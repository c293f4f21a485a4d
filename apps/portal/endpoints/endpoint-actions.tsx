import { answer } from '@eclusa/ui/api/answer.ts'
import { ApiError } from '@eclusa/ui/api/problem.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Menu, MenuItem } from '@eclusa/ui/components/menu.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { gateway } from '../api/client.ts'
import { AskDialog } from '../components/input-dialog.tsx'
import { EndpointFields, readEndpoint } from './endpoint-fields.tsx'
import { endpoints } from './messages.ts'
import { endpointsKey, type OwnEndpoint } from './queries.ts'

type EndpointAction = 'edit' | 'disable' | 'enable' | 'rotate' | 'recover' | 'remove'

interface EndpointActionsProps {
  endpoint: OwnEndpoint
  onSecret: (secret: string) => void
}

/** The acts on an endpoint. The consequence of each is shown before it is done. */
export function EndpointActs({ endpoint, onSecret }: EndpointActionsProps) {
  const say = useMessages(endpoints)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState<EndpointAction>()
  const at = { params: { path: { endpoint_id: endpoint.id } } }

  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: endpointsKey })
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const change = async (body: { enabled: boolean } | ReturnType<typeof readEndpoint>) => {
    await answer(gateway.PATCH('/v1/webhooks/endpoints/{endpoint_id}', { ...at, body }))
    tell(say.done)
    await readAgain()
  }
  const acts: Record<EndpointAction, (said: FormData) => Promise<void>> = {
    edit: (said) => change(readEndpoint(said)),
    disable: () => change({ enabled: false }),
    enable: () => change({ enabled: true }),
    async rotate(said) {
      const body = { previous_valid_hours: Number(said.get('hours')) }
      const { secret } = await answer(
        gateway.POST('/v1/webhooks/endpoints/{endpoint_id}/secret/rotate', { ...at, body }),
      )
      onSecret(secret)
      await readAgain()
    },
    async recover(said) {
      // Written in São Paulo time.
      const body = { since: `${String(said.get('since'))}:00-03:00` }
      await answer(gateway.POST('/v1/webhooks/endpoints/{endpoint_id}/recover', { ...at, body }))
      tell(say.recovering)
      await readAgain()
    },
    async remove() {
      await answer(gateway.DELETE('/v1/webhooks/endpoints/{endpoint_id}', at))
      await navigate({ to: '/endpoints' })
      await queries.invalidateQueries({ queryKey: [...endpointsKey, 'list'] })
    },
  }
  const test = useMutation({
    mutationFn: () => answer(gateway.POST('/v1/webhooks/endpoints/{endpoint_id}/test', at)),
    onSuccess: async () => {
      tell(say.tested)
      await readAgain()
    },
    onError: (error) => tell(error instanceof ApiError ? error.detail : String(error), 'bad'),
  })

  const dialogs: Record<EndpointAction, { title: string; about?: string; action: string; grave?: boolean }> = {
    edit: { title: say.edit, action: say.save },
    disable: { title: say.disable, about: say.disableAbout, action: say.disable },
    enable: { title: say.enable, about: say.enableAbout, action: say.enable },
    rotate: { title: say.rotate, about: say.rotateAbout, action: say.rotate },
    recover: { title: say.recover, about: say.recoverAbout, action: say.recover },
    remove: { title: say.remove, about: say.removeAbout, action: say.remove, grave: true },
  }
  return (
    <>
      {endpoint.enabled ? (
        <>
          <Button icon="deliveries" busy={test.isPending} onClick={() => test.mutate()}>
            {say.test}
          </Button>
          <Button icon="refresh" onClick={() => setOpen('recover')}>
            {say.recover}
          </Button>
        </>
      ) : (
        <Button look="first" onClick={() => setOpen('enable')}>
          {say.enable}
        </Button>
      )}
      <Menu button={<Button icon="down">{say.more}</Button>}>
        <MenuItem onSelect={() => setOpen('edit')}>{say.edit}</MenuItem>
        <MenuItem onSelect={() => setOpen('rotate')}>{say.rotate}</MenuItem>
        {endpoint.enabled && <MenuItem onSelect={() => setOpen('disable')}>{say.disable}</MenuItem>}
        <MenuItem onSelect={() => setOpen('remove')}>{say.remove}</MenuItem>
      </Menu>
      {open && (
        <AskDialog open onClose={() => setOpen(undefined)} {...dialogs[open]} send={acts[open]}>
          {open === 'edit' && <EndpointFields endpoint={endpoint} />}
          {open === 'rotate' && (
            <Field
              label={say.hours}
              hint={say.hoursHint}
              name="hours"
              type="number"
              min={0}
              max={168}
              defaultValue={24}
              required
              autoFocus
            />
          )}
          {open === 'recover' && (
            <Field label={say.recoverSince} name="since" type="datetime-local" required autoFocus />
          )}
        </AskDialog>
      )}
    </>
  )
}
