import { answer } from '@eclusa/ui/api/answer.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { gateway } from '../api/client.ts'
import { EndpointUrl } from '../endpoints/endpoint-url.tsx'
import { Attempts } from './attempts.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { deliveries } from './messages.ts'
import { type OwnDelivery, oneDelivery } from './queries.ts'

const route = getRouteApi('/in/deliveries/$delivery_id')

/** One delivery, attempt by attempt. It can be sent again, delivered or not. */
export function DeliveryPage() {
  const say = useMessages(deliveries)
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

function About({ delivery }: { delivery: OwnDelivery }) {
  const say = useMessages(deliveries)
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
