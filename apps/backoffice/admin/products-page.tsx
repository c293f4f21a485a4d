import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { KeepingHead, StatusViews } from './admin-head.tsx'
import { keeping } from './messages.ts'
import { CreateProduct } from './products-of-user.tsx'
import { type Product, productList } from './queries.ts'
import { KeptStatus } from './record-status.tsx'

const route = getRouteApi('/keeping/products')

/** The list of products. */
export function ProductsPage() {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  const { status } = route.useSearch()
  const list = useInfiniteQuery(productList(status))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: TableColumn<Product>[] = [
    {
      key: 'name',
      name: say.name,
      cell: ({ id, name }) => (
        <Link to="/keeping/products/$product_id" params={{ product_id: id }}>
          {name}
        </Link>
      ),
    },
    { key: 'status', name: say.status, cell: (product) => <KeptStatus status={product.status} /> },
    { key: 'id', name: say.id, cell: ({ id }) => <Id value={id} whole /> },
    { key: 'created', name: say.created, cell: ({ created_at }) => moment(created_at) },
  ]
  return (
    <>
      <KeepingHead actions={<CreateProduct />} />
      <PageBody ref={tables}>
        <Panel title={say.products} action={<StatusViews to="/keeping/products" />} flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.products} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}
