import { defineMessages, useMessages } from '../i18n/language.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const told = defineMessages({
  'pt-BR': {
    title: 'Exibir dados pessoais',
    about: 'A trilha de auditoria registra o motivo, o seu nome e os dados exibidos.',
    reason: 'Por que você precisa ver?',
    reveal: 'Exibir',
    atHand: ['Comparar com o documento', 'Conferir com o cadastro', 'Falar com o cliente'],
  },
  'en-US': {
    title: 'Reveal personal data',
    about: 'The audit log records the reason, your name and the data shown.',
    reason: 'Why do you need to see it?',
    reveal: 'Reveal',
    atHand: ['Compare with the document', 'Check against the registration data', 'Talk to the client'],
  },
})

interface RevealDialogProps {
  open: boolean
  onClose: () => void
  /** Sends it. The dialog closes after the response. */
  reveal: (reason: string) => Promise<unknown>
}

/** Reveals personal data with a reason, which is recorded. */
export function RevealDialog({ open, onClose, reveal }: RevealDialogProps) {
  const { title, about, reason, reveal: action, atHand } = useMessages(told)
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
