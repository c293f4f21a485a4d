import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { requests } from './messages.ts'
import { type LoggedRequest, oneRequest } from './queries.ts'
import { RequestId } from './request-id.tsx'
import { RequestSearch } from './request-search.tsx'
import { RequestStatus } from './request-status.tsx'
import style from './requests.module.css'

const route = getRouteApi('/in/requests/$request_id')

/** One request: its content, its credential, and its response. */
export function RequestPage() {
  const say = useMessages(requests)
  const { request_id } = route.useParams()
  const { data, error } = useQuery(oneRequest(request_id))
  return (
    <>
      <PageHead
        title={data?.operation ?? say.one}
        back={
          <Back>
            <Link to="/requests">{say.title}</Link>
          </Back>
        }
      >
        {data && <RequestStatus status={data.status} />}
        <RequestSearch />
      </PageHead>
      <PageBody>
        {error && <Refusal error={error} />}
        {data && <About request={data} />}
      </PageBody>
    </>
  )
}

function About({ request }: { request: LoggedRequest }) {
  const say = useMessages(requests)
  const { precise, number } = useFormats()
  const { id, method, path, operation, code, errors, credential, credential_id, first_request_id, product_id } = request
  return (
    <Panel flush>
      <Facts title={`${method} ${path}`}>
        <Fact name={say.id}>
          <Id value={id} whole />
        </Fact>
        <Fact name={say.at}>{precise(request.created_at)}</Fact>
        <Fact name={say.duration}>{say.ms(number(request.duration_ms))}</Fact>
        {code && (
          <Fact name={say.code}>
            {/* Opens in a new tab, because navigation would lose this page's memory. */}
            <a href={`/docs/errors/${code}`} target="_blank" rel="noreferrer" title={say.errorPage}>
              {code}
            </a>
          </Fact>
        )}
        {errors && (
          <Fact name={say.errors}>
            <ul className={style.errors}>
              {errors.map((error) => (
                <li key={`${error.pointer} ${error.code}`}>
                  <code>{error.pointer}</code> {error.code}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {first_request_id && (
          <Fact name={say.first}>
            <RequestId value={first_request_id} />
          </Fact>
        )}
        <Fact name={say.operation}>
          <Link to="/requests" search={{ operation }} title={say.sameOperation}>
            {operation}
          </Link>
        </Fact>
        <Fact name={say.credential}>{said(say.credentials, credential)}</Fact>
        {credential_id && (
          <Fact name={say.credentialId}>
            <Id value={credential_id} whole />
          </Fact>
        )}
        {product_id && (
          <Fact name={say.product}>
            <Id value={product_id} />
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
