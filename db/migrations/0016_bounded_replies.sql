-- A thread is a comment at the top and its replies, which nest at most four deep: a reply to one of the deepest stands
-- beside it. root_id is the comment at the top, null for that comment itself; depth counts from 0 at the top.
alter table comments
  add column root_id uuid references comments on delete cascade,
  add column depth smallint not null default 0 check (depth between 0 and 4);

with recursive tree as (
  select id, id as root_id, 0 as depth, null::uuid as parent_id from comments where parent_id is null
  union all
  select reply.id, tree.root_id, least(tree.depth + 1, 4), case when tree.depth < 4 then tree.id else tree.parent_id end
  from comments reply join tree on reply.parent_id = tree.id
)
update comments set root_id = tree.root_id, depth = tree.depth, parent_id = tree.parent_id
from tree where tree.id = comments.id and tree.parent_id is not null;

alter table comments add constraint comments_thread check ((parent_id is null) = (root_id is null) and (parent_id is null) = (depth = 0));
create index comments_root_id on comments (root_id, created_at, id) where root_id is not null;
