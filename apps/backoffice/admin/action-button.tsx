import { Button } from '@eclusa/ui/components/button.tsx'
import type { IconName } from '@eclusa/ui/components/icon.tsx'
import { ReasonDialog } from '@eclusa/ui/components/reason-dialog.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DecisionOutcome } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { proposalsKey } from '../approvals/queries.ts'
import { keeping } from './messages.ts'
import { keepingKey } from './queries.ts'

interface ActionButtonProps<Done> {
  /** The label of the button, and the dialog it opens. */
  name: string
  icon?: IconName
  look?: 'plain' | 'first' | 'quiet'
  /** Its consequence. */
  about?: string
  grave?: boolean
  /** Further fields, each with the name by which it is sent. */
  children?: ReactNode
  send: (reason: string, said: FormData) => Promise<DecisionOutcome<Done>>
  onDone?: (done: Done) => void
}

/** An operator's act with a reason: done at once, or proposed. It is hidden without permission. */
export function Act<Done>({
  name,
  icon,
  look = 'plain',
  about,
  grave = false,
  children,
  send,
  onDone,
}: ActionButtonProps<Done>) {
  const say = useMessages(keeping)
  const may = useMay('operator')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  if (!may) return null

  async function act(reason: string, said: FormData): Promise<void> {
    const outcome = await send(reason, said)
    void queries.invalidateQueries({ queryKey: keepingKey })
    if ('done' in outcome) {
      tell(say.done(name))
      onDone?.(outcome.done)
      return
    }
    void queries.invalidateQueries({ queryKey: proposalsKey })
    tell(say.proposed, 'accent')
    await navigate({ to: '/proposals/$id', params: { id: outcome.proposed.id } })
  }

  return (
    <>
      <Button look={look} {...(icon && { icon })} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={name}
        {...(about && { about })}
        action={name}
        grave={grave}
        send={act}
      >
        {children}
      </ReasonDialog>
    </>
  )
}
