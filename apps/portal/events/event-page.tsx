import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Payload } from '../components/payload.tsx'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import { RequestId } from '../requests/request-id.tsx'
import { events } from './messages.ts'
import { type OwnEvent, oneEvent } from './queries.ts'

const route = getRouteApi('/in/events/$event_id')

/** One event: its subject, its data, and its deliveries. */
export function EventPage() {
  const say = useMessages(events)
  const { event_id } = route.useParams()
  const { data, error } = useQuery(oneEvent(event_id))
  return (
    <>
      <PageHead
        title={data?.type ?? say.one}
        back={
          <Back>
            <Link to="/events">{say.title}</Link>
          </Back>
        }
      />
      <PageBody side={data && <About event={data} />}>
        {error && <Refusal error={error} />}
        {data && <Payload title={say.payload} value={data} />}
        {data && (
          <Panel title={say.deliveries} flush>
            <DeliveryTable filters={{ event_id }} />
          </Panel>
        )}
      </PageBody>
    </>
  )
}

function About({ event }: { event: OwnEvent }) {
  const say = useMessages(events)
  const { precise } = useFormats()
  return (
    <Panel flush>
      <Facts title={say.one}>
        <Fact name={say.at}>{precise(event.created_at)}</Fact>
        <Fact name={say.id}>
          <Id value={event.id} />
        </Fact>
        <Fact name={say.object}>
          <Id value={event.object_id} />{' '}
          <Link to="/events" search={{ object_id: event.object_id }}>
            {say.same}
          </Link>
        </Fact>
        <Fact name={say.sequence}>{event.sequence}</Fact>
        <Fact name={say.request}>
          <RequestId value={event.request_id} />
        </Fact>
        {event.product_id && (
          <Fact name={say.product}>
            <Id value={event.product_id} />
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
