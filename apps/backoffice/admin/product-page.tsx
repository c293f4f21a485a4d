import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { desk, outcome, type Schemas } from '../api/client.ts'
import { Act } from './action-button.tsx'
import style from './admin.module.css'
import { textOf } from './form-values.ts'
import { keeping } from './messages.ts'
import { memberList, oneProduct } from './queries.ts'
import { KeptStatus } from './record-status.tsx'

const route = getRouteApi('/keeping/products/$product_id')

/** A product: its owners and its target users. */
export function ProductPage() {
  const say = useMessages(keeping)
  const { product_id } = route.useParams()
  const navigate = useNavigate()
  const { data: product, error } = useQuery(oneProduct(product_id))
  useKeys({ Escape: () => void navigate({ to: '/keeping/products' }) })
  if (error && !product) return <Refusal error={error} />
  if (!product) return null
  return (
    <>
      <PageHead
        title={product.name}
        back={
          <Back>
            <Link to="/keeping/products">{say.back.products}</Link>
          </Back>
        }
        actions={
          product.status === 'ACTIVE' && (
            <Act
              name={say.deactivate}
              about={say.deactivateProductAbout}
              grave
              send={(reason) =>
                outcome(
                  desk.POST('/v1/products/{product_id}/deactivate', {
                    params: { path: { product_id } },
                    body: { reason },
                  }),
                )
              }
            />
          )
        }
      >
        <KeptStatus status={product.status} />
        <Id value={product.id} />
      </PageHead>
      <PageBody>
        <Members product_id={product_id} />
      </PageBody>
    </>
  )
}

function Members({ product_id }: { product_id: string }) {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  const list = useInfiniteQuery(memberList(product_id))
  const columns: TableColumn<Schemas['ProductMember']>[] = [
    {
      key: 'user',
      name: say.user,
      cell: ({ id }) => (
        <Link to="/keeping/users/$user_id" params={{ user_id: id }}>
          <code>{id}</code>
        </Link>
      ),
    },
    { key: 'role', name: say.role, cell: ({ role }) => said(say.productRoles, role) },
    { key: 'since', name: say.since, cell: ({ created_at }) => moment(created_at) },
    {
      key: 'acts',
      name: say.acts,
      number: true,
      cell: ({ id, role }) => role === 'TARGET' && <Remove product_id={product_id} user_id={id} />,
    },
  ]
  return (
    <Panel title={say.members} action={<AddTarget product_id={product_id} />} flush>
      <Listed list={list}>
        {(rows) => <Table label={say.members} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />}
      </Listed>
    </Panel>
  )
}

function AddTarget({ product_id }: { product_id: string }) {
  const say = useMessages(keeping)
  return (
    <Act
      name={say.addTarget}
      look="quiet"
      about={say.addTargetAbout}
      send={(reason, said) =>
        outcome(
          desk.POST('/v1/products/{product_id}/users', {
            params: { path: { product_id } },
            body: { user_id: textOf(said, 'user_id')!, reason },
          }),
        )
      }
    >
      <Field label={say.userId} name="user_id" required autoFocus />
    </Act>
  )
}

function Remove({ product_id, user_id }: { product_id: string; user_id: string }) {
  const say = useMessages(keeping)
  return (
    <span className={style.acts}>
      <Act
        name={say.removeTarget}
        look="quiet"
        about={say.removeTargetAbout}
        grave
        send={(reason) =>
          outcome(
            desk.POST('/v1/products/{product_id}/users/{user_id}/remove', {
              params: { path: { product_id, user_id } },
              body: { reason },
            }),
          )
        }
      />
    </span>
  )
}
