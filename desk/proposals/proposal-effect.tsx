import { Changes, Value } from '../parts/changes.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/panel.tsx'
import { fields } from '../words/fields.ts'
import { said, useWords } from '../words/language.ts'
import style from './proposal.module.css'
import type { ProposalCase } from './queries.ts'
import { proposals } from './words.ts'

/** The effect: as it was proposed, and as it would be now. */
export function ProposalEffect({ proposal: { changes, now, body } }: { proposal: ProposalCase }) {
  const say = useWords(proposals)
  const { names } = useWords(fields)
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
