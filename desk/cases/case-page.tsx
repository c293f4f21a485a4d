import { getRouteApi } from '@tanstack/react-router'
import { Missing } from '../frame/broken.tsx'
import { Case } from './case.tsx'
import { kinds } from './kinds.ts'

const route = getRouteApi('/cases/$kind/$id')

export function CasePage() {
  const { kind, id } = route.useParams()
  const caseKey = { kind, id, ...route.useSearch() }
  const view = kinds[kind]
  if (!view) return <Missing />
  // Another case is another page: nothing of the one before is left in it.
  return <Case key={`${kind} ${id} ${caseKey.user_id}`} view={view} caseKey={caseKey} />
}
