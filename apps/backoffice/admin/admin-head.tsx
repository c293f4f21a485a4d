import { exactly, Views } from '@eclusa/ui/components/tabs.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { keeping } from './messages.ts'
import { keptStatuses } from './search.ts'

/** The head of the admin lists, and the navigation between them. */
export function KeepingHead({ actions }: { actions?: ReactNode }) {
  const say = useMessages(keeping)
  const { pages } = useMessages(frame)
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
  const say = useMessages(keeping)
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
