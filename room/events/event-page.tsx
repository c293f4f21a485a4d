import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Back } from '../../desk/frame/back.tsx'
import { PageBody } from '../../desk/frame/page-body.tsx'
import { PageHead } from '../../desk/frame/page-head.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Id } from '../../desk/parts/id.tsx'
import { Refusal } from '../../desk/parts/notice.tsx'
import { Panel } from '../../desk/parts/panel.tsx'
import { useFormats } from '../../desk/words/format.ts'
import { useWords } from '../../desk/words/language.ts'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import { Payload } from '../parts/payload.tsx'
import { RequestId } from '../requests/request-id.tsx'
import { type Event, oneEvent } from './queries.ts'
import { events } from './words.ts'

const route = getRouteApi('/in/events/$event_id')

/** One event: its subject, its data, and its deliveries. */
export function EventPage() {
  const say = useWords(events)
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

function About({ event }: { event: Event }) {
  const say = useWords(events)
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
