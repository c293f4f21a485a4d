import { type ReactNode, useState } from 'react'
import { useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Dialog, DialogEnd } from './dialog.tsx'
import type { IconName } from './icon.tsx'
import { Refusal } from './notice.tsx'
import style from './reason-dialog.module.css'
import { ReasonField } from './reason-field.tsx'

interface Props {
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
export function ReasonDialog({ open, onClose, title, about, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(about && { about })}>
      <ReasonForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ReasonForm(props: Omit<Props, 'open' | 'title' | 'about'>) {
  const { onClose, action, icon, grave = false, atHand = [], children, send } = props
  const say = useWords(shared)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function ask(said: FormData): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await send(reason.trim(), said)
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
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
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      {children}
      <ReasonField
        label={props.reason ?? say.reason}
        value={reason}
        onChange={setReason}
        atHand={atHand}
        autoFocus={children === undefined}
      />
      {error !== undefined && <Refusal error={error} />}
      <DialogEnd>
        <Button onClick={onClose}>{say.cancel}</Button>
        <Button
          look={grave ? 'grave' : 'first'}
          type="submit"
          {...(icon && { icon })}
          busy={busy}
          disabled={reason.trim() === ''}
        >
          {action}
        </Button>
      </DialogEnd>
    </form>
  )
}
