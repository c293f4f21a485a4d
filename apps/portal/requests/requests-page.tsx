import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { Views } from '@eclusa/ui/components/tabs.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { requests } from './messages.ts'
import { type LoggedRequest, requestList } from './queries.ts'
import { RequestSearch } from './request-search.tsx'
import { RequestStatus } from './request-status.tsx'
import { readRequestSearch } from './search.ts'

const route = getRouteApi('/in/requests')

/** Recent requests of this user's programs with their responses, newest first. A link filters failures. */
export function RequestsPage() {
  const say = useMessages(requests)
  const { precise, number } = useFormats()
  const filters = route.useSearch({ select: readRequestSearch })
  const { operation, failed } = filters
  const list = useInfiniteQuery(requestList(filters))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: TableColumn<LoggedRequest>[] = [
    {
      key: 'call',
      name: say.call,
      cell: ({ id, method, path }) => (
        <Link to="/requests/$request_id" params={{ request_id: id }}>
          {method} {path}
        </Link>
      ),
    },
    { key: 'status', name: say.status, cell: ({ status }) => <RequestStatus status={status} /> },
    { key: 'code', name: say.code, cell: ({ code }) => code ?? '–' },
    { key: 'duration', name: say.duration, number: true, cell: ({ duration_ms }) => say.ms(number(duration_ms)) },
    { key: 'at', name: say.at, cell: ({ created_at }) => <time dateTime={created_at}>{precise(created_at)}</time> },
  ]
  return (
    <>
      <PageHead title={say.title}>
        <RequestSearch />
      </PageHead>
      <PageBody ref={tables}>
        <Views label={say.which}>
          <Link to="/requests" search={operation ? { operation } : {}} aria-current={failed ? undefined : 'page'}>
            {say.all}
          </Link>
          <Link
            to="/requests"
            search={{ failed: 'true', ...(operation && { operation }) }}
            aria-current={failed ? 'page' : undefined}
          >
            {say.failed}
          </Link>
          {operation && (
            <Link to="/requests" search={failed ? { failed } : {}} aria-current="page">
              {say.ofOperation(operation)} ×
            </Link>
          )}
        </Views>
        <Panel flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}
