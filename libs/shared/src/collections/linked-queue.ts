/** A value's node in a queue; it is in none once it has left. */
export interface QueueNode<Value> {
  readonly value: Value
  ahead: QueueNode<Value> | undefined
  behind: QueueNode<Value> | undefined
  queue: LinkedQueue<Value> | undefined
}

/**
 * Entries that come and go with each request, in order of arrival. A `Set` or `Map` would do, except for garbage
 * collection: now and then it moves to a new table, and the old table references the new one and its former entries.
 * Once a table reaches the old generation, it keeps all later tables and their requests alive until V8 collects that
 * generation: each request then costs several times what it should. Here, a removed entry references nothing.
 */
export class LinkedQueue<Value> {
  #first: QueueNode<Value> | undefined
  #last: QueueNode<Value> | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  get first(): QueueNode<Value> | undefined {
    return this.#first
  }

  /** Puts a value last. */
  add(value: Value): QueueNode<Value> {
    const node: QueueNode<Value> = { value, ahead: this.#last, behind: undefined, queue: this }
    if (this.#last) this.#last.behind = node
    else this.#first = node
    this.#last = node
    this.#length += 1
    return node
  }

  /** Whether it was in this queue until now. */
  remove(node: QueueNode<Value>): boolean {
    if (!this.holds(node)) return false
    const { ahead, behind } = node
    if (ahead) ahead.behind = behind
    else this.#first = behind
    if (behind) behind.ahead = ahead
    else this.#last = ahead
    node.ahead = undefined
    node.behind = undefined
    node.queue = undefined
    this.#length -= 1
    return true
  }

  /** Whether the node is in this queue. */
  holds(node: QueueNode<Value>): boolean {
    return node.queue === this
  }

  /** A snapshot, first entry first: entries can be removed while iterating. */
  nodes(): QueueNode<Value>[] {
    const nodes: QueueNode<Value>[] = []
    for (let node = this.#first; node; node = node.behind) nodes.push(node)
    return nodes
  }

  values(): Value[] {
    return this.nodes().map(({ value }) => value)
  }
}
