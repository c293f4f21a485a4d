import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import type { CasePartProps } from '../kind.ts'
import { onboardings } from './messages.ts'
import style from './onboarding.module.css'
import { nameOf, type OnboardingRecord } from './record.ts'

type Consent = Schemas['ConsentOfCase']

/** Consents of the person: which text, in which language, when and from which network. */
export function ConsentsPanel({ record }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const { consents } = record
  return (
    <Panel title={say.consents} count={consents.length} flush>
      <ul className={style.list}>
        {consents.map((consent) => (
          <ConsentOf key={consent.id} consent={consent} record={record} />
        ))}
      </ul>
    </Panel>
  )
}

function ConsentOf({ consent, record }: { consent: Consent; record: OnboardingRecord }) {
  const say = useMessages(onboardings)
  const { moment } = useFormats()
  const holder = record.onboarding.person_type === 'LEGAL_PERSON' ? say.theCompany : say.thePerson
  const { kind, version, language, accepted_at, text, text_sha256 } = consent
  const facts = [
    accepted_at && say.acceptedAt(moment(accepted_at)),
    version && say.consentVersion(version),
    language,
    say.recordedAt(moment(consent.recorded_at)),
  ].filter(Boolean)
  return (
    <li className={style.one}>
      <p className={style.line}>
        <span className={style.name}>{said(say.consentKinds, kind)}</span>
        <span className={style.soft}>{nameOf(record, consent.legal_representative_id) ?? holder}</span>
        <span className={style.end}>{said(say.consentSources, kind)}</span>
      </p>
      <p className={style.soft}>{facts.join(' · ')}</p>
      <p className={style.people}>
        <span>
          {say.network} <Masked value={consent.ip_address} revealed={record.revealed} />
        </span>
        <span>SHA-256 {text_sha256 ? <Id value={text_sha256} /> : '–'}</span>
      </p>
      {text && (
        <details>
          <summary>{say.consentText}</summary>
          <p className={style.text} lang={language}>
            {text}
          </p>
        </details>
      )}
    </li>
  )
}
