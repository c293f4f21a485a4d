import type { Schemas } from '../../contract/client.ts'
import type { Language } from '../../words/language.ts'

type Verdict = Schemas['StepDecision']['decision']
type Reasons = Record<Verdict, readonly string[]>

/** What is often said of a step, as the integrator is to read it. It can be changed before it is sent. */
const reasons: Record<Language, Record<'register' | 'document' | 'face', Reasons>> = {
  'pt-BR': {
    register: {
      APPROVED: ['Conferido no cadastro: não é a mesma pessoa.', 'Conferido no cadastro: a restrição já foi retirada.'],
      REJECTED: ['Há uma restrição no nome desta pessoa.', 'O cadastro indica fraude confirmada.'],
      RESUBMIT: ['O CPF informado não confere com o documento: corrija e envie de novo.'],
    },
    document: {
      APPROVED: ['A foto do documento confere com a selfie.', 'Documento legível e dentro da validade.'],
      REJECTED: ['O documento foi adulterado.', 'A selfie não é da pessoa do documento.'],
      RESUBMIT: [
        'A foto do documento está cortada: envie de novo com as quatro bordas visíveis.',
        'O documento está ilegível: envie uma foto nítida, sem reflexo.',
        'Falta o verso do documento.',
        'O documento está vencido: envie um válido.',
      ],
    },
    face: {
      APPROVED: ['O rosto no vídeo é o mesmo da selfie.'],
      REJECTED: ['O rosto no vídeo não é o do documento.', 'O vídeo foi feito de uma tela ou de uma foto.'],
      RESUBMIT: [
        'O vídeo está escuro: grave de novo em um lugar claro.',
        'O rosto não aparece inteiro: grave de novo de frente para a câmera.',
        'Há outra pessoa no vídeo: grave de novo a sós.',
      ],
    },
  },
  'en-US': {
    register: {
      APPROVED: [
        'Checked in the register: not the same person.',
        'Checked in the register: the restriction was lifted.',
      ],
      REJECTED: ['There is a restriction on the name of this person.', 'The register tells of confirmed fraud.'],
      RESUBMIT: ['The CPF given does not match the document: correct it and send again.'],
    },
    document: {
      APPROVED: ['The picture on the document matches the selfie.', 'The document is readable and valid.'],
      REJECTED: ['The document was tampered with.', 'The selfie is not of the person on the document.'],
      RESUBMIT: [
        'The picture of the document is cut off: send it again with all four edges in sight.',
        'The document cannot be read: send a sharp picture without reflections.',
        'The back of the document is missing.',
        'The document has expired: send a valid one.',
      ],
    },
    face: {
      APPROVED: ['The face in the film is that of the selfie.'],
      REJECTED: ['The face in the film is not that of the document.', 'The film was made of a screen or a picture.'],
      RESUBMIT: [
        'The film is dark: record it again in a bright place.',
        'The face is not seen whole: record it again facing the camera.',
        'Somebody else is in the film: record it again alone.',
      ],
    },
  },
}

export function atHand(language: Language, step: string, verdict: Verdict): readonly string[] {
  const about = step === 'LIVENESS' ? 'face' : step === 'CAF' ? 'document' : 'register'
  return reasons[language][about][verdict]
}
