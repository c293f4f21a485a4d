import { describe, expect, it } from 'vitest'
import { atHand, subjectOf } from './reasons.ts'

/** The ready-made reasons offered to an analyst, for every step and person. */
const verdicts = ['APPROVED', 'REJECTED', 'RESUBMIT'] as const
const ofPersons = /CPF|selfie|rosto|\bface\b|pessoa|person/i
const ofCompanies = /CNPJ|empresa|company|contrato social|articles|sócios|owners/i

const registers = ['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF']
const faces = ['LIVENESS']
const subjects = [
  { of: 'a person', onboarding: 'NATURAL_PERSON', step: {}, names: [...registers, ...faces], isCompany: false },
  // A company has no face: only its representatives make videos.
  { of: 'a company', onboarding: 'LEGAL_PERSON', step: {}, names: registers, isCompany: true },
  {
    of: 'a representative of a company',
    onboarding: 'LEGAL_PERSON',
    step: { legal_representative_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e' },
    names: [...registers, ...faces],
    isCompany: false,
  },
]
const steps = subjects.flatMap(({ names, ...subject }) => names.map((name) => ({ name, ...subject })))

describe.each(['pt-BR', 'en-US'] as const)('the ready-made reasons in %s', (language) => {
  it.each(steps)('$name of $of', ({ name, onboarding, step, isCompany }) => {
    const subject = subjectOf({ person_type: onboarding }, step)
    for (const verdict of verdicts) {
      const offered = Object.values(atHand(language, subject, name)[verdict])
      expect(offered.length, verdict).toBeGreaterThan(0)
      for (const reason of offered) expect(reason).not.toMatch(isCompany ? ofPersons : ofCompanies)
    }
  })
})
