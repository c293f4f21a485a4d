import type { Language } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import type { OnboardingRecord, ShownStep } from './record.ts'

type StepDecisionName = Schemas['StepDecision']['decision']
type Reasons = Record<StepDecisionName, Record<string, string>>
export type ReasonSubject = 'person' | 'company'
type About = 'register' | 'document' | 'face'

/** Ready-made reasons of a step, as the integrator reads them. They can be edited before they are sent. */
const reasons: Record<Language, Record<ReasonSubject, Record<About, Reasons>>> = {
  'pt-BR': {
    person: {
      register: {
        APPROVED: {
          notTheSame: 'Conferido no cadastro: não é a mesma pessoa.',
          lifted: 'Conferido no cadastro: a restrição já foi retirada.',
        },
        REJECTED: {
          restricted: 'Há uma restrição no nome desta pessoa.',
          fraudConfirmed: 'O cadastro indica fraude confirmada.',
        },
        RESUBMIT: { wrongNumber: 'O CPF informado não confere com o documento: corrija e reenvie.' },
      },
      document: {
        APPROVED: {
          matchesSelfie: 'A foto do documento confere com a selfie.',
          readable: 'Documento legível e dentro da validade.',
          sharedFile: 'O mesmo arquivo é válido para as duas pessoas: conferido com o outro cadastro.',
        },
        REJECTED: {
          tampered: 'O documento foi adulterado.',
          selfieOfAnother: 'A selfie não é da pessoa do documento.',
        },
        RESUBMIT: {
          cutOff: 'A foto do documento está cortada: envie outra com as quatro bordas visíveis.',
          illegible: 'O documento está ilegível: envie uma foto nítida, sem reflexo.',
          backMissing: 'Falta o verso do documento.',
          sharedFile: 'Este arquivo já foi enviado para outra pessoa: envie o documento desta pessoa.',
          expired: 'O documento está vencido: envie um válido.',
        },
      },
      face: {
        APPROVED: { sameFace: 'O rosto no vídeo é o mesmo da selfie.' },
        REJECTED: {
          otherFace: 'O rosto no vídeo não é o do documento.',
          filmedScreen: 'O vídeo foi feito de uma tela ou de uma foto.',
        },
        RESUBMIT: {
          dark: 'O vídeo está escuro: grave novamente em um lugar iluminado.',
          notWhole: 'O rosto não aparece por inteiro: grave novamente de frente para a câmera.',
          notAlone: 'Há outra pessoa no vídeo: grave novamente sem outras pessoas.',
          sharedFile: 'Este vídeo já foi enviado para outra pessoa: grave um desta pessoa.',
        },
      },
    },
    company: {
      register: {
        APPROVED: {
          notTheSame: 'Conferido no cadastro: não é a mesma empresa.',
          lifted: 'Conferido no cadastro: a restrição já foi retirada.',
        },
        REJECTED: {
          restricted: 'Há uma restrição no CNPJ desta empresa.',
          fraudConfirmed: 'O cadastro indica fraude confirmada.',
        },
        RESUBMIT: { wrongNumber: 'O CNPJ informado não confere com o contrato social: corrija e reenvie.' },
      },
      document: {
        APPROVED: {
          matchesOwners: 'O contrato social confere com os dados da empresa e dos sócios.',
          readable: 'Documentos da empresa legíveis e atualizados.',
        },
        REJECTED: {
          tampered: 'O contrato social foi adulterado.',
          otherCompany: 'Os documentos são de outra empresa.',
        },
        RESUBMIT: {
          incomplete: 'O contrato social está incompleto: envie todas as páginas.',
          outdated: 'O contrato social não contém a última alteração: envie a versão consolidada.',
          illegible: 'O arquivo está ilegível: reenvie em PDF.',
          sharedFile: 'Este arquivo já foi enviado em outro cadastro: envie o documento desta empresa.',
          otherOwners: 'Os sócios do contrato social não são os informados: corrija o quadro societário.',
        },
      },
      face: { APPROVED: {}, REJECTED: {}, RESUBMIT: {} },
    },
  },
  'en-US': {
    person: {
      register: {
        APPROVED: {
          notTheSame: 'Checked in the registry: not the same person.',
          lifted: 'Checked in the registry: the restriction was lifted.',
        },
        REJECTED: {
          restricted: 'There is a restriction on this person.',
          fraudConfirmed: 'The registry records confirmed fraud.',
        },
        RESUBMIT: { wrongNumber: 'The CPF provided does not match the document: correct it and send it again.' },
      },
      document: {
        APPROVED: {
          matchesSelfie: 'The picture on the document matches the selfie.',
          readable: 'The document is readable and valid.',
          sharedFile: 'The same file is valid for both people: checked against the other onboarding.',
        },
        REJECTED: {
          tampered: 'The document has been tampered with.',
          selfieOfAnother: 'The selfie is not of the person on the document.',
        },
        RESUBMIT: {
          cutOff: 'The picture of the document is cut off: send one with all four edges visible.',
          illegible: 'The document cannot be read: send a sharp picture without reflections.',
          backMissing: 'The back of the document is missing.',
          sharedFile: 'This file was sent for another person: send the document of this person.',
          expired: 'The document has expired: send a valid one.',
        },
      },
      face: {
        APPROVED: { sameFace: 'The face in the video matches the selfie.' },
        REJECTED: {
          otherFace: 'The face in the video does not match the document.',
          filmedScreen: 'The video was recorded from a screen or a picture.',
        },
        RESUBMIT: {
          dark: 'The video is dark: record it again in a bright place.',
          notWhole: 'The face is not fully visible: record it again facing the camera.',
          notAlone: 'Another person is in the video: record it again alone.',
          sharedFile: 'This video was sent for another person: record one of this person.',
        },
      },
    },
    company: {
      register: {
        APPROVED: {
          notTheSame: 'Checked in the registry: not the same company.',
          lifted: 'Checked in the registry: the restriction was lifted.',
        },
        REJECTED: {
          restricted: 'There is a restriction on the CNPJ of this company.',
          fraudConfirmed: 'The registry records confirmed fraud.',
        },
        RESUBMIT: {
          wrongNumber: 'The CNPJ provided does not match the articles of association: correct it and send it again.',
        },
      },
      document: {
        APPROVED: {
          matchesOwners: 'The articles of association match the data of the company and its owners.',
          readable: 'The documents of the company are readable and current.',
        },
        REJECTED: {
          tampered: 'The articles of association were tampered with.',
          otherCompany: 'The documents are of another company.',
        },
        RESUBMIT: {
          incomplete: 'The articles of association are incomplete: send all pages.',
          outdated: 'The articles of association are not the latest: send the consolidated version.',
          illegible: 'The file cannot be read: send it again as PDF.',
          sharedFile: 'This file was sent in another onboarding: send the document of this company.',
          otherOwners: 'The owners in the articles of association are not those provided: correct the list of owners.',
        },
      },
      face: { APPROVED: {}, REJECTED: {}, RESUBMIT: {} },
    },
  },
}

/** Whom a step is about: a step without a representative is about the holder, which may be a company. */
export const subjectOf = (
  { person_type }: Pick<OnboardingRecord['onboarding'], 'person_type'>,
  { legal_representative_id, shareholder_id }: Pick<ShownStep, 'legal_representative_id' | 'shareholder_id'>,
): ReasonSubject =>
  person_type === 'LEGAL_PERSON' && !legal_representative_id && !shareholder_id ? 'company' : 'person'

export function atHand(language: Language, subject: ReasonSubject, step: string): Reasons {
  const about = step === 'LIVENESS' ? 'face' : step === 'CAF' ? 'document' : 'register'
  return reasons[language][subject][about]
}
