-- Statistics of the new index, without which frequent texts are searched by it as rare ones are.
ANALYZE "tasks";
