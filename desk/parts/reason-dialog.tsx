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
