-- Components of which there never was evidence are not kept: they are added with the first of it.
delete from tain.status_component where key in ('contract_calls', 'block_nodes') and reason is null;
