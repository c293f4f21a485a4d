import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../frame/page-head.tsx'
import { frame } from '../frame/words.ts'
import { exactly, Views } from '../parts/views.tsx'
import { useWords } from '../words/language.ts'
import { keptStatuses } from './search.ts'
import { keeping } from './words.ts'

/** The head of the admin lists, and the navigation between them. */
export function KeepingHead({ actions }: { actions?: ReactNode }) {
  const say = useWords(keeping)
  const { pages } = useWords(frame)
  return (
    <PageHead title={pages.keeping} actions={actions}>
      <Views label={say.views}>
        <Link to="/keeping" activeOptions={{ exact: true, includeSearch: false }}>
          {say.users}
        </Link>
        <Link to="/keeping/products" activeOptions={{ exact: true, includeSearch: false }}>
          {say.products}
        </Link>
        <Link to="/keeping/sessions">{say.sessions}</Link>
      </Views>
    </PageHead>
  )
}

/** Status filter: all, active, inactive. */
export function StatusViews({ to }: { to: '/keeping' | '/keeping/products' }) {
  const say = useWords(keeping)
  return (
    <Views label={say.status}>
      {([undefined, ...keptStatuses] as const).map((one) => (
        <Link key={one ?? 'all'} to={to} search={one ? { status: one } : {}} activeOptions={exactly}>
          {say.filters[one ?? 'all']}
        </Link>
      ))}
    </Views>
  )
}
