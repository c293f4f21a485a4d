import { type ReactNode, useState } from 'react'
import { Button } from '../../desk/parts/button.tsx'
import { Dialog, DialogEnd } from '../../desk/parts/dialog.tsx'
import { Refusal } from '../../desk/parts/notice.tsx'
import { useWords } from '../../desk/words/language.ts'
import { shared } from '../../desk/words/shared.ts'
import style from './ask-dialog.module.css'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** What follows from it. */
  about?: string
  /** What the button says. */
  action: string
  grave?: boolean
  children?: ReactNode
  /** Asks the gateway, with what was said. The dialog closes when it has answered. */
  send: (said: FormData) => Promise<unknown>
}

/** Something that is said or agreed to before it is done. */
export function AskDialog({ open, onClose, title, about, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(about && { about })}>
      <AskForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function AskForm({ onClose, action, grave = false, children, send }: Omit<Props, 'open' | 'title' | 'about'>) {
  const { cancel } = useWords(shared)
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
