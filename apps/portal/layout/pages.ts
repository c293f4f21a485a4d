import type { IconName } from '@eclusa/ui/components/icon.tsx'

/** The navigation entries, and the key after g for each. */
export const pages = [
  { name: 'endpoints', to: '/endpoints', key: 'w' },
  { name: 'events', to: '/events', key: 'e' },
  { name: 'deliveries', to: '/deliveries', key: 'd' },
  { name: 'requests', to: '/requests', key: 'r' },
  { name: 'apiKeys', to: '/keys', key: 'k' },
] as const satisfies { name: IconName; to: string; key: string }[]
