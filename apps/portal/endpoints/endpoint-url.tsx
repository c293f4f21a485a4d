import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneEndpoint } from './queries.ts'

/** An endpoint by its URL. A deleted one has only its id. */
export function EndpointUrl({ endpoint_id }: { endpoint_id: string }) {
  const { data } = useQuery(oneEndpoint(endpoint_id))
  if (!data) return <Id value={endpoint_id} />
  return (
    <Link to="/endpoints/$endpoint_id" params={{ endpoint_id }}>
      {data.url}
    </Link>
  )
}
