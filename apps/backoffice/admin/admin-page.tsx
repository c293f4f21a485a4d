import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { desk, outcome } from '../api/client.ts'
import { Act } from './action-button.tsx'
import { KeepingHead, StatusViews } from './admin-head.tsx'
import { textOf } from './form-values.ts'
import { keeping } from './messages.ts'
import { type User, userList } from './queries.ts'
import { KeptStatus } from './record-status.tsx'

const route = getRouteApi('/keeping')

/** The list of users. */
export function KeepingPage() {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  const { status } = route.useSearch()
  const list = useInfiniteQuery(userList(status))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: TableColumn<User>[] = [
    {
      key: 'name',
      name: say.name,
      cell: ({ id, name }) => (
        <Link to="/keeping/users/$user_id" params={{ user_id: id }}>
          {name}
        </Link>
      ),
    },
    { key: 'status', name: say.status, cell: (user) => <KeptStatus status={user.status} /> },
    { key: 'id', name: say.id, cell: ({ id }) => <Id value={id} whole /> },
    { key: 'created', name: say.created, cell: ({ created_at }) => moment(created_at) },
  ]
  return (
    <>
      <KeepingHead actions={<CreateUser />} />
      <PageBody ref={tables}>
        <Panel title={say.users} action={<StatusViews to="/keeping" />} flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.users} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}

function CreateUser() {
  const say = useMessages(keeping)
  const navigate = useNavigate()
  return (
    <Act<User>
      name={say.createUser}
      look="first"
      about={say.createUserAbout}
      send={(reason, said) =>
        outcome(desk.POST('/v1/users', { body: { name: textOf(said, 'name')!, reason, ...idOf(said) } }))
      }
      onDone={({ id }) => void navigate({ to: '/keeping/users/$user_id', params: { user_id: id } })}
    >
      <Field label={say.name} name="name" hint={say.nameHint} maxLength={80} required autoFocus />
      <Field label={say.givenId} name="id" hint={say.givenIdHint} />
    </Act>
  )
}

function idOf(said: FormData): { id?: string } {
  const id = textOf(said, 'id')
  return id ? { id } : {}
}
