import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { PageBody } from '../frame/page-body.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { SubjectWithId } from '../frame/subject-link.tsx'
import { frame } from '../frame/words.ts'
import { Listed } from '../parts/listed.tsx'
import { Panel } from '../parts/panel.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { type Column, Table } from '../parts/table.tsx'
import { useDid } from '../words/did.ts'
import { useFormats } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import style from './journal.module.css'
import { JournalFilters } from './journal-filters.tsx'
import { journalList } from './queries.ts'
import { rolesSaid } from './roles-said.ts'
import type { Entry } from './search.ts'
import { journal } from './words.ts'

const route = getRouteApi('/journal')

/** Audit log: who did what, to what and why, newest first. */
export function JournalPage() {
  const say = useWords(journal)
  const { pages } = useWords(frame)
  const { roles } = useWords(shared)
  const did = useDid()
  const { precise } = useFormats()
  const filters = route.useSearch()
  const list = useInfiniteQuery(journalList(filters))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: Column<Entry>[] = [
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
