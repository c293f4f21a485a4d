import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { answer } from '../../desk/contract/answer.ts'
import { Back } from '../../desk/frame/back.tsx'
import { PageBody } from '../../desk/frame/page-body.tsx'
import { PageHead } from '../../desk/frame/page-head.tsx'
import { Button } from '../../desk/parts/button.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Id } from '../../desk/parts/id.tsx'
import { Refusal } from '../../desk/parts/notice.tsx'
import { Panel } from '../../desk/parts/panel.tsx'
import { tell } from '../../desk/parts/toast.tsx'
import { useFormats } from '../../desk/words/format.ts'
import { useWords } from '../../desk/words/language.ts'
import { gateway } from '../contract/client.ts'
import { EndpointUrl } from '../endpoints/endpoint-url.tsx'
import { Attempts } from './attempts.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { type Delivery, oneDelivery } from './queries.ts'
import { deliveries } from './words.ts'

const route = getRouteApi('/in/deliveries/$delivery_id')

/** One delivery, attempt by attempt. It can be sent again, delivered or not. */
export function DeliveryPage() {
  const say = useWords(deliveries)
  const { delivery_id } = route.useParams()
  const queries = useQueryClient()
  const { data, error } = useQuery(oneDelivery(delivery_id))
  const resend = useMutation({
    mutationFn: () =>
      answer(gateway.POST('/v1/webhooks/deliveries/{delivery_id}/resend', { params: { path: { delivery_id } } })),
    onSuccess(again) {
      queries.setQueryData(oneDelivery(delivery_id).queryKey, again)
      void queries.invalidateQueries({ queryKey: ['deliveries'] })
      tell(say.resent)
    },
  })
  return (
    <>
      <PageHead
        title={data?.event_type ?? say.one}
        back={
          <Back>
            <Link to="/deliveries">{say.title}</Link>
          </Back>
        }
        actions={
          data && (
            <Button look="first" icon="refresh" busy={resend.isPending} onClick={() => resend.mutate()}>
              {say.resend}
            </Button>
          )
        }
      >
        {data && <DeliveryStatus status={data.status} />}
      </PageHead>
      <PageBody side={data && <About delivery={data} />}>
        {error && <Refusal error={error} />}
        {resend.error && <Refusal error={resend.error} />}
        {data && <Attempts attempts={data.attempts} />}
      </PageBody>
    </>
  )
}

function About({ delivery }: { delivery: Delivery }) {
  const say = useWords(deliveries)
  const { precise } = useFormats()
  const { id, event_id, endpoint_id, created_at, delivered_at, next_attempt_at } = delivery
  return (
    <Panel flush>
      <Facts title={say.one}>
        <Fact name={say.happened}>{precise(created_at)}</Fact>
        {next_attempt_at && <Fact name={say.next}>{precise(next_attempt_at)}</Fact>}
        {delivered_at && <Fact name={say.delivered}>{precise(delivered_at)}</Fact>}
        <Fact name={say.endpoint}>
          <EndpointUrl endpoint_id={endpoint_id} />
        </Fact>
        <Fact name={say.event}>
          <Link to="/events/$event_id" params={{ event_id }}>
            {delivery.event_type}
          </Link>
        </Fact>
        <Fact name={say.id}>
          <Id value={id} />
        </Fact>
      </Facts>
    </Panel>
  )
}
