import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { ShownOnce } from '@eclusa/ui/components/shown-once.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import { readDeliverySearch } from '../deliveries/search.ts'
import { StatusViews } from '../deliveries/status-views.tsx'
import { EndpointActs } from './endpoint-actions.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { Health } from './health.tsx'
import { endpoints } from './messages.ts'
import { oneEndpoint } from './queries.ts'

const route = getRouteApi('/in/endpoints/$endpoint_id')

/** One endpoint: its health, its deliveries, and the acts on it. */
export function EndpointPage() {
  const say = useMessages(endpoints)
  const { endpoint_id } = route.useParams()
  const filters = route.useSearch({ select: readDeliverySearch })
  const { data, error } = useQuery(oneEndpoint(endpoint_id))
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHead
        title={data ? new URL(data.url).host : say.one}
        back={
          <Back>
            <Link to="/endpoints">{say.title}</Link>
          </Back>
        }
        actions={data && <EndpointActs endpoint={data} onSecret={setSecret} />}
      >
        {data && <Health {...data} />}
      </PageHead>
      <PageBody side={data && <EndpointFacts endpoint={data} />}>
        {error && <Refusal error={error} />}
        {secret && <ShownOnce value={secret} said={{ title: say.secretTitle, detail: say.secretDetail }} />}
        {data && (
          <>
            <StatusViews filters={filters} />
            <Panel title={say.deliveries} flush>
              <DeliveryTable filters={{ ...filters, endpoint_id }} />
            </Panel>
          </>
        )}
      </PageBody>
    </>
  )
}
