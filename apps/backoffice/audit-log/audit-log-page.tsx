import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useDid } from '../i18n/action-label.ts'
import { SubjectWithId } from '../layout/subject-link.tsx'
import style from './audit-log.module.css'
import { JournalFilters } from './audit-log-filters.tsx'
import { journal } from './messages.ts'
import { journalList } from './queries.ts'
import { rolesSaid } from './role-labels.ts'
import type { AuditEntryRow } from './search.ts'

const route = getRouteApi('/journal')

/** Audit log: who did what, to what and why, newest first. */
export function JournalPage() {
  const say = useMessages(journal)
  const { pages } = useMessages(frame)
  const { roles } = useMessages(shared)
  const did = useDid()
  const { precise } = useFormats()
  const filters = route.useSearch()
  const list = useInfiniteQuery(journalList(filters))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: TableColumn<AuditEntryRow>[] = [
    {
      key: 'number',
      name: say.number,
      number: true,
      cell: ({ sequence }) => (
        <Link to="/journal/$sequence" params={{ sequence: String(sequence) }}>
          {sequence}
        </Link>
      ),
    },
    { key: 'at', name: say.at, cell: ({ created_at }) => <time dateTime={created_at}>{precise(created_at)}</time> },
    { key: 'who', name: say.who, cell: ({ actor_name, role }) => `${actor_name} (${rolesSaid(roles, role)})` },
    { key: 'what', name: say.what, cell: did },
    { key: 'about', name: say.about, cell: (entry) => <SubjectWithId of={entry} /> },
    { key: 'why', name: say.why, cell: ({ reason }) => <span className={style.why}>{reason ?? '–'}</span> },
  ]
  return (
    <>
      <PageHead title={pages.journal} />
      <PageBody ref={tables}>
        <JournalFilters filters={filters} />
        <Panel title={say.entries} flush>
          <Listed list={list}>
            {(rows) => (
              <Table
                label={say.entries}
                columns={columns}
                rows={rows}
                keyOf={({ sequence }) => String(sequence)}
                empty={say.none}
              />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}
