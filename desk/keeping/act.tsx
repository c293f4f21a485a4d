import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Outcome } from '../contract/client.ts'
import { useMay } from '../contract/queries.ts'
import { Button } from '../parts/button.tsx'
import type { IconName } from '../parts/icon.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { tell } from '../parts/toast.tsx'
import { proposalsKey } from '../proposals/queries.ts'
import { useWords } from '../words/language.ts'
import { keepingKey } from './queries.ts'
import { keeping } from './words.ts'

interface Props<Done> {
  /** The label of the button, and the dialog it opens. */
  name: string
  icon?: IconName
  look?: 'plain' | 'first' | 'quiet'
  /** Its consequence. */
  about?: string
  grave?: boolean
  /** Further fields, each with the name by which it is sent. */
  children?: ReactNode
  send: (reason: string, said: FormData) => Promise<Outcome<Done>>
  onDone?: (done: Done) => void
}

/** An operator's act with a reason: done at once, or proposed. It is hidden without permission. */
export function Act<Done>({ name, icon, look = 'plain', about, grave = false, children, send, onDone }: Props<Done>) {
  const say = useWords(keeping)
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
