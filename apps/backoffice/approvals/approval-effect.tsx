import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Changes, Value } from '../components/changes.tsx'
import { fields } from '../i18n/fields.ts'
import style from './approval.module.css'
import { proposals } from './messages.ts'
import type { ProposalCase } from './queries.ts'

/** The effect: as it was proposed, and as it would be now. */
export function ProposalEffect({ proposal: { changes, now, body } }: { proposal: ProposalCase }) {
  const say = useMessages(proposals)
  const { names } = useMessages(fields)
  const asked = Object.entries((body ?? {}) as Record<string, unknown>).filter(([name]) => !unsaid.has(name))
  return (
    <>
      <Panel title={say.effect} flush>
        {now && (
          <div className={style.prospect}>
            {now.stands ? (
              <Notice tone="good" title={say.stands}>
                {say.standsDetail}
              </Notice>
            ) : (
              <Notice tone="warn" title={say.moved}>
                {say.movedDetail(now.refusal ?? '')}
              </Notice>
            )}
          </div>
        )}
        <Changes label={say.effect} changes={changes} now={now?.changes} empty={say.noEffect} />
      </Panel>
      <Panel title={say.asked} flush>
        {body === undefined ? (
          <p className={style.hidden}>{say.hidden}</p>
        ) : (
          <Facts>
            {asked.map(([name, value]) => (
              <Fact key={name} name={said(names, name)}>
                <Value name={name} value={value} />
              </Fact>
            ))}
          </Facts>
        )}
      </Panel>
    </>
  )
}

/** Shown elsewhere on the page, or for machines only. */
const unsaid = new Set(['reason', 'seen', 'user_id'])
