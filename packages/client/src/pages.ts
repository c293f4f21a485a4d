/** A page of any list. */
interface ApiPage<Item> {
  data: Item[]
  has_next_page: boolean
  page_state?: string
}
interface AskedForList {
  query?: object
}
type List<Asked extends AskedForList, Item> = (asked: Asked) => Promise<{ data: ApiPage<Item> }>

/** Iterates over the pages of a list. Rows added meanwhile do not shift it. */
export async function* pages<Asked extends AskedForList, Item>(
  list: List<Asked, Item>,
  asked: NoInfer<Asked> = {} as Asked,
): AsyncGenerator<Item[], void, undefined> {
  let page_state: string | undefined
  do {
    const query = { ...asked.query, ...(page_state !== undefined && { page_state }) }
    const { data: page } = await list({ ...asked, query })
    yield page.data
    page_state = page.has_next_page ? page.page_state : undefined
  } while (page_state !== undefined)
}

/** Iterates over the items of all pages. The next page is read when it is needed. */
export async function* paginate<Asked extends AskedForList, Item>(
  list: List<Asked, Item>,
  asked: NoInfer<Asked> = {} as Asked,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages(list, asked)) yield* page
}
