import { answer } from '@eclusa/ui/api/answer.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { ShownOnce } from '@eclusa/ui/components/shown-once.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { gateway } from '../api/client.ts'
import { AskDialog } from '../components/input-dialog.tsx'
import { EndpointFields, readEndpoint } from './endpoint-fields.tsx'
import style from './endpoints.module.css'
import { Health } from './health.tsx'
import { endpoints } from './messages.ts'
import { endpointList, endpointsKey, type OwnEndpoint } from './queries.ts'

/** The endpoints of this user, with their health. */
export function EndpointsPage() {
  const say = useMessages(endpoints)
  const { day } = useFormats()
  const queries = useQueryClient()
  const list = useInfiniteQuery(endpointList)
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)

  async function create(said: FormData): Promise<void> {
    const made = await answer(gateway.POST('/v1/webhooks/endpoints', { body: readEndpoint(said) }))
    setSecret(made.secret)
    await queries.invalidateQueries({ queryKey: endpointsKey })
  }

  const columns: TableColumn<OwnEndpoint>[] = [
    {
      key: 'url',
      name: say.url,
      cell: ({ id, url, description }) => (
        <span className={style.url}>
          <Link to="/endpoints/$endpoint_id" params={{ endpoint_id: id }}>
            {url}
          </Link>
          {description && <span className={style.faint}> · {description}</span>}
        </span>
      ),
    },
    { key: 'health', name: say.health, cell: (endpoint) => <Health {...endpoint} /> },
    {
      key: 'events',
      name: say.events,
      cell: ({ event_types }) => (event_types ? say.count(event_types.length) : say.everyEvent),
    },
    { key: 'created', name: say.created, cell: ({ created_at }) => day(created_at) },
  ]
  return (
    <>
      <PageHead
        title={say.title}
        actions={
          <Button look="first" icon="plus" onClick={() => setCreating(true)}>
            {say.create}
          </Button>
        }
      />
      <PageBody ref={tables}>
        {secret && <ShownOnce value={secret} said={{ title: say.secretTitle, detail: say.secretDetail }} />}
        <Panel flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
      <AskDialog
        open={creating}
        onClose={() => setCreating(false)}
        title={say.create}
        about={say.createAbout}
        action={say.create}
        send={create}
      >
        <EndpointFields />
      </AskDialog>
    </>
  )
}
