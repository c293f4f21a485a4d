import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { desk, outcome } from '../contract/client.ts'
import { PageBody } from '../frame/page-body.tsx'
import { Field } from '../parts/field.tsx'
import { Id } from '../parts/id.tsx'
import { Listed } from '../parts/listed.tsx'
import { Panel } from '../parts/panel.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { type Column, Table } from '../parts/table.tsx'
import { useFormats } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Act } from './act.tsx'
import { KeepingHead, StatusViews } from './keeping-head.tsx'
import { KeptStatus } from './kept-status.tsx'
import { type User, userList } from './queries.ts'
import { textOf } from './said.ts'
import { keeping } from './words.ts'

const route = getRouteApi('/keeping')

/** The list of users. */
export function KeepingPage() {
  const say = useWords(keeping)
  const { moment } = useFormats()
  const { status } = route.useSearch()
  const list = useInfiniteQuery(userList(status))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: Column<User>[] = [
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
  const say = useWords(keeping)
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
