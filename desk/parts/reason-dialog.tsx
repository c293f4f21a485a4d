import { type ReactNode, useState } from 'react'
import { useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Dialog } from './dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import type { IconName } from './icon.tsx'
import { ReasonField } from './reason-field.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** What follows from it. */
  about?: string
  /** What the button says. */
  action: string
  icon?: IconName
  grave?: boolean
  /** What the reason is asked by, and those that are often given. */
  reason?: string
  atHand?: readonly string[]
  /** What else has to be said, before the reason. */
  children?: ReactNode
  /** Asks the desk, with whatever else was said. The dialog closes when it has answered. */
  send: (reason: string, said: FormData) => Promise<unknown>
}

/** Something that is done for a reason, which is kept. */
export function ReasonDialog({ open, onClose, title, about, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(about && { about })}>
      <ReasonForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ReasonForm({ reason: label, atHand = [], children, send, ...form }: Omit<Props, 'open' | 'title' | 'about'>) {
  const say = useWords(shared)
  const [reason, setReason] = useState('')
  return (
    <DialogForm
      {...form}
      ready={reason.trim() !== ''}
      send={async (said) => {
        await send(reason.trim(), said)
        form.onClose()
      }}
    >
      {children}
      <ReasonField
        label={label ?? say.reason}
        value={reason}
        onChange={setReason}
        atHand={atHand}
        autoFocus={children === undefined}
      />
    </DialogForm>
  )
}
