import { Views } from '@eclusa/ui/components/tabs.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import { deliveries } from './messages.ts'
import { type DeliveryFilters, deliveryStatuses } from './search.ts'

/** Links to filter deliveries by status, failures first. */
export function StatusViews({ filters: { status, ...others } }: { filters: DeliveryFilters }) {
  const say = useMessages(deliveries)
  return (
    <Views label={say.status}>
      {([undefined, ...deliveryStatuses] as const).map((one) => (
        <Link
          key={one ?? 'all'}
          to="."
          search={{ ...others, ...(one && { status: one }) }}
          resetScroll={false}
          aria-current={one === status ? 'page' : undefined}
        >
          {one ? say.views[one] : say.all}
        </Link>
      ))}
    </Views>
  )
}
