import { useState } from 'react'
import { useWords, words } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Dialog, DialogEnd } from './dialog.tsx'
import { Refusal } from './notice.tsx'
import { ReasonField } from './reason-field.tsx'

const told = words({
  'pt-BR': {
    title: 'Revelar dados pessoais',
    about: 'O motivo fica no diário, ao lado do seu nome e do que você viu.',
    reason: 'Por que você precisa ver?',
    reveal: 'Revelar',
    atHand: ['Comparar com o documento', 'Conferir com o cadastro', 'Falar com o cliente'],
  },
  'en-US': {
    title: 'Reveal personal data',
    about: 'The reason stands in the journal, beside your name and what you saw.',
    reason: 'Why do you need to see it?',
    reveal: 'Reveal',
    atHand: ['Compare with the document', 'Check against the register', 'Talk to the client'],
  },
})

interface Props {
  open: boolean
  onClose: () => void
  /** Asks the desk. The dialog closes when it has answered. */
  reveal: (reason: string) => Promise<unknown>
}

/** What is personal is shown for a reason that is kept. */
export function RevealDialog({ open, onClose, reveal }: Props) {
  const say = useWords(told)
  const { cancel } = useWords(shared)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await reveal(reason.trim())
      setReason('')
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={say.title} about={say.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        <ReasonField label={say.reason} value={reason} onChange={setReason} atHand={say.atHand} autoFocus />
        {error !== undefined && <Refusal error={error} />}
        <DialogEnd>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="first" type="submit" icon="eye" busy={busy} disabled={reason.trim() === ''}>
            {say.reveal}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}
