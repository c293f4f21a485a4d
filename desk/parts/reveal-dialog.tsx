import { useWords, words } from '../words/language.ts'
import { ReasonDialog } from './reason-dialog.tsx'

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
  /** Sends it. The dialog closes after the response. */
  reveal: (reason: string) => Promise<unknown>
}

/** Reveals personal data with a reason, which is recorded. */
export function RevealDialog({ open, onClose, reveal }: Props) {
  const { title, about, reason, reveal: action, atHand } = useWords(told)
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      {...{ title, about, reason, action, atHand }}
      icon="eye"
      send={reveal}
    />
  )
}
