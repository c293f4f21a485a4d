import { type ReactNode, useState } from 'react'
import { useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import { Dialog } from './dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import type { IconName } from './icon.tsx'
import { ReasonField } from './reason-field.tsx'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Its consequence. */
  about?: string
  /** The label of the button. */
  action: string
  icon?: IconName
  grave?: boolean
  /** The label of the reason field, and frequent reasons. */
  reason?: string
  atHand?: readonly string[]
  /** Further fields, before the reason. */
  children?: ReactNode
  /** Sends it with the other fields. The dialog closes after the response. */
  send: (reason: string, said: FormData) => Promise<unknown>
}

/** An act with a reason, which is recorded. */
export function ReasonDialog({ open, onClose, title, about, ...rest }: ReasonDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(about && { about })}>
      <ReasonForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ReasonForm({
  reason: label,
  atHand = [],
  children,
  send,
  ...form
}: Omit<ReasonDialogProps, 'open' | 'title' | 'about'>) {
  const say = useMessages(shared)
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
