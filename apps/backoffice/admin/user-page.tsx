import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { desk, outcome } from '../api/client.ts'
import { Act } from './action-button.tsx'
import { Keys } from './keys-of-user.tsx'
import { keeping } from './messages.ts'
import { ProductsOfUser } from './products-of-user.tsx'
import { oneUser, type User } from './queries.ts'
import { KeptStatus } from './record-status.tsx'
import { Wallets } from './wallets-of-user.tsx'
import { Deliveries } from './webhooks/deliveries.tsx'
import { Endpoints } from './webhooks/endpoints.tsx'
import { Networks } from './webhooks/networks.tsx'

const route = getRouteApi('/keeping/users/$user_id')

/** The page of one user. */
export function UserPage() {
  const say = useMessages(keeping)
  const { user_id } = route.useParams()
  const { endpoint_id, delivery } = route.useSearch()
  const navigate = useNavigate()
  const { data: user, error } = useQuery(oneUser(user_id))
  useKeys({ Escape: () => void navigate({ to: '/keeping' }) })
  if (error && !user) return <Refusal error={error} />
  if (!user) return null
  return (
    <>
      <PageHead
        title={user.name}
        back={
          <Back>
            <Link to="/keeping">{say.back.users}</Link>
          </Back>
        }
        actions={
          <>
            <RateLimit user={user} />
            <Switch user={user} />
          </>
        }
      >
        <KeptStatus status={user.status} />
        <Id value={user.id} />
      </PageHead>
      {/* Another user is another page: secrets shown once for the previous one are gone. */}
      <PageBody key={user_id}>
        <ProductsOfUser user_id={user_id} />
        <Wallets user_id={user_id} />
        <Keys user_id={user_id} />
        <Endpoints user_id={user_id} />
        <Deliveries user_id={user_id} endpoint_id={endpoint_id} status={delivery} />
        <Networks user_id={user_id} />
      </PageBody>
    </>
  )
}

function RateLimit({ user: { id, requests_per_minute } }: { user: User }) {
  const say = useMessages(keeping)
  const send = (reason: string, said: FormData) => {
    const typed = String(said.get('requests_per_minute'))
    const body = { requests_per_minute: typed === '' ? null : Number(typed), reason }
    return outcome(desk.POST('/v1/users/{user_id}/rate-limit', { params: { path: { user_id: id } }, body }))
  }
  return (
    <Act name={say.limit} about={say.limitAbout} look="quiet" send={send}>
      <Field
        label={say.limitPerMinute}
        hint={say.limitHint}
        name="requests_per_minute"
        type="number"
        min={1}
        max={1_000_000}
        defaultValue={requests_per_minute ?? ''}
      />
    </Act>
  )
}

function Switch({ user: { id, status } }: { user: User }) {
  const say = useMessages(keeping)
  const asked = (reason: string) => ({ params: { path: { user_id: id } }, body: { reason } })
  return status === 'ACTIVE' ? (
    <Act
      name={say.deactivate}
      about={say.deactivateUserAbout}
      grave
      send={(reason) => outcome(desk.POST('/v1/users/{user_id}/deactivate', asked(reason)))}
    />
  ) : (
    <Act
      name={say.activate}
      about={say.activateAbout}
      send={(reason) => outcome(desk.POST('/v1/users/{user_id}/activate', asked(reason)))}
    />
  )
}
