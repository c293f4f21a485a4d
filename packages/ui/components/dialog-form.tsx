import { type ReactNode, useState } from 'react'
import { useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import { Button } from './button.tsx'
import { Dialog, DialogEnd } from './dialog.tsx'
import style from './dialog-form.module.css'
import type { IconName } from './icon.tsx'
import { Refusal } from './notice.tsx'

interface FormProps {
  onClose: () => void
  /** The label of the submit button. */
  action: string
  icon?: IconName
  grave?: boolean
  /** The focus is on the way back, and no key alone sends. */
  cautious?: boolean
  /** Whether everything that is required was entered. */
  ready?: boolean
  /** The request is sent elsewhere, and is on its way. */
  busy?: boolean
  /** Sends what was entered. A refusal is shown, and the form can be sent again; closing it is up to the caller. */
  send: (entered: FormData) => Promise<unknown>
  children?: ReactNode
}

/** Form of a dialog: its fields, the refusal, the way back and the button that sends, by Ctrl Enter too. */
export function DialogForm({ onClose, action, icon, grave, cautious = false, ready = true, ...rest }: FormProps) {
  const { back, cancel } = useMessages(shared)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const busy = isSending || rest.busy === true

  async function submit(entered: FormData): Promise<void> {
    setIsSending(true)
    setError(undefined)
    try {
      await rest.send(entered)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        // React hands it on to the form around the place where the dialog was opened.
        event.stopPropagation()
        if (!busy) void submit(new FormData(event.currentTarget))
      }}
      onKeyDown={(event) => {
        if (!cautious && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      {rest.children}
      {error !== undefined && <Refusal error={error} />}
      <DialogEnd>
        <Button autoFocus={cautious} onClick={onClose}>
          {cautious ? back : cancel}
        </Button>
        <Button look={grave ? 'grave' : 'first'} type="submit" {...(icon && { icon })} busy={busy} disabled={!ready}>
          {action}
        </Button>
      </DialogEnd>
    </form>
  )
}

interface ConfirmProps extends Omit<FormProps, 'icon' | 'cautious' | 'ready'> {
  title: string
  /** The consequence of the action. */
  about?: string
}

/** Confirmation before something is done. */
export function ConfirmDialog({ title, about, ...form }: ConfirmProps) {
  return (
    <Dialog open onClose={form.onClose} title={title} {...(about && { about })}>
      <DialogForm cautious {...form} />
    </Dialog>
  )
}
