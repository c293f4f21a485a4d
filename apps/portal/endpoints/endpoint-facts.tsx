import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import style from './endpoints.module.css'
import { endpoints } from './messages.ts'
import type { OwnEndpoint } from './queries.ts'

/** The facts of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: OwnEndpoint }) {
  const say = useMessages(endpoints)
  const { precise } = useFormats()
  const { url, description, event_types, scope, disabled_reason, failing_since, paused_until } = endpoint
  return (
    <Panel flush>
      <Facts title={say.health}>
        {disabled_reason && <Fact name={say.why}>{said(say.reasons, disabled_reason)}</Fact>}
        {endpoint.disabled_at && <Fact name={say.disabledAt}>{precise(endpoint.disabled_at)}</Fact>}
        {failing_since && <Fact name={say.failingSince}>{precise(failing_since)}</Fact>}
        {paused_until && <Fact name={say.nextTry}>{precise(paused_until)}</Fact>}
        {endpoint.enabled && !failing_since && <Fact name={say.state}>{say.healthy}</Fact>}
      </Facts>
      <Facts title={say.one}>
        <Fact name={say.url}>{url}</Fact>
        {description && <Fact name={say.description}>{description}</Fact>}
        <Fact name={say.scope}>{said(say.scopes, scope)}</Fact>
        <Fact name={say.events}>
          {event_types ? (
            <ul className={style.list}>
              {event_types.map((type) => (
                <li key={type}>{type}</li>
              ))}
            </ul>
          ) : (
            say.everyEvent
          )}
        </Fact>
        {endpoint.previous_secret_expires_at && (
          <Fact name={say.previous}>{precise(endpoint.previous_secret_expires_at)}</Fact>
        )}
        <Fact name={say.created}>{precise(endpoint.created_at)}</Fact>
        <Fact name={say.changed}>{precise(endpoint.updated_at)}</Fact>
        <Fact name={say.id}>
          <Id value={endpoint.id} />
        </Fact>
      </Facts>
    </Panel>
  )
}
