import { Link } from '@tanstack/react-router'
import { Views } from '../../desk/parts/views.tsx'
import { useWords } from '../../desk/words/language.ts'
import { type DeliveryFilters, deliveryStatuses } from './search.ts'
import { deliveries } from './words.ts'

/** Deliveries by what became of them, on the page one is on: failures first. */
export function StatusViews({ filters: { status, ...others } }: { filters: DeliveryFilters }) {
  const say = useWords(deliveries)
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
