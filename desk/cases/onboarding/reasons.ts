import type { Schemas } from '../../contract/client.ts'
import type { Language } from '../../words/language.ts'
import type { OnboardingRecord, Step } from './record.ts'

type Verdict = Schemas['StepDecision']['decision']
type Reasons = Record<Verdict, readonly string[]>
export type Subject = 'person' | 'company'
type About = 'register' | 'document' | 'face'

/** Ready-made reasons of a step, as the integrator reads them. They can be edited before they are sent. */
const reasons: Record<Language, Record<Subject, Record<About, Reasons>>> = {
  'pt-BR': {
    person: {
      register: {
        APPROVED: [
          'Conferido no cadastro: não é a mesma pessoa.',
          'Conferido no cadastro: a restrição já foi retirada.',
        ],
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
    company: {
      register: {
        APPROVED: [
          'Conferido no cadastro: não é a mesma empresa.',
          'Conferido no cadastro: a restrição já foi retirada.',
        ],
        REJECTED: ['Há uma restrição no CNPJ desta empresa.', 'O cadastro indica fraude confirmada.'],
        RESUBMIT: ['O CNPJ informado não confere com o contrato social: corrija e envie de novo.'],
      },
      document: {
        APPROVED: [
          'O contrato social confere com os dados da empresa e dos sócios.',
          'Documentos da empresa legíveis e atualizados.',
        ],
        REJECTED: ['O contrato social foi adulterado.', 'Os documentos são de outra empresa.'],
        RESUBMIT: [
          'O contrato social está incompleto: envie todas as páginas.',
          'O contrato social não é o da última alteração: envie a versão consolidada.',
          'O arquivo está ilegível: envie de novo em PDF.',
          'Os sócios do contrato social não são os informados: corrija o quadro societário.',
        ],
      },
      face: { APPROVED: [], REJECTED: [], RESUBMIT: [] },
    },
  },
  'en-US': {
    person: {
      register: {
        APPROVED: [
          'Checked in the register: not the same person.',
          'Checked in the register: the restriction was lifted.',
        ],
        REJECTED: ['There is a restriction on the name of this person.', 'The register records confirmed fraud.'],
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
          'Another person is in the film: record it again alone.',
        ],
      },
    },
    company: {
      register: {
        APPROVED: [
          'Checked in the register: not the same company.',
          'Checked in the register: the restriction was lifted.',
        ],
        REJECTED: ['There is a restriction on the CNPJ of this company.', 'The register records confirmed fraud.'],
        RESUBMIT: ['The CNPJ given does not match the articles of association: correct it and send again.'],
      },
      document: {
        APPROVED: [
          'The articles of association match the data of the company and its owners.',
          'The documents of the company are readable and current.',
        ],
        REJECTED: ['The articles of association were tampered with.', 'The documents are of another company.'],
        RESUBMIT: [
          'The articles of association are incomplete: send all pages.',
          'The articles of association are not the latest: send the consolidated version.',
          'The file cannot be read: send it again as PDF.',
          'The owners in the articles of association are not the ones given: correct the list of owners.',
        ],
      },
      face: { APPROVED: [], REJECTED: [], RESUBMIT: [] },
    },
  },
}

/** Whom a step is about: a step without a representative is about the holder, which may be a company. */
export const subjectOf = (
  { person_type }: Pick<OnboardingRecord['onboarding'], 'person_type'>,
  { legal_representative_id }: Pick<Step, 'legal_representative_id'>,
): Subject => (person_type === 'LEGAL_PERSON' && !legal_representative_id ? 'company' : 'person')

export function atHand(language: Language, subject: Subject, step: string, verdict: Verdict): readonly string[] {
  const about = step === 'LIVENESS' ? 'face' : step === 'CAF' ? 'document' : 'register'
  return reasons[language][subject][about][verdict]
}
