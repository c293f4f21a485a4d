import { Button } from '@eclusa/ui/components/button.tsx'
import { Dialog, DialogEnd } from '@eclusa/ui/components/dialog.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { type ReactNode, useState } from 'react'
import style from './input-dialog.module.css'

interface InputDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Its consequence. */
  about?: string
  /** The label of the button. */
  action: string
  grave?: boolean
  children?: ReactNode
  /** Sends it with the fields. The dialog closes after the response. */
  send: (said: FormData) => Promise<unknown>
}

/** A dialog with fields or a confirmation before an act. */
export function AskDialog({ open, onClose, title, about, ...rest }: InputDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(about && { about })}>
      <AskForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function AskForm({
  onClose,
  action,
  grave = false,
  children,
  send,
}: Omit<InputDialogProps, 'open' | 'title' | 'about'>) {
  const { cancel } = useMessages(shared)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function ask(said: FormData): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await send(said)
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void ask(new FormData(event.currentTarget))
      }}
    >
      {children}
      {error !== undefined && <Refusal error={error} />}
      <DialogEnd>
        <Button onClick={onClose}>{cancel}</Button>
        <Button look={grave ? 'grave' : 'first'} type="submit" busy={busy}>
          {action}
        </Button>
      </DialogEnd>
    </form>
  )
}
